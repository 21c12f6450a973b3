/** Waiting for what may never come: a promise that is kept when it is told, or after a while without that. */

const PATIENCE = 3000;

/** @param {(() => void)[]} told where whoever waits is noted @returns {Promise<void>} */
export const heardOf = (told) =>
  new Promise((settle) => {
    told.push(settle);
    setTimeout(settle, PATIENCE);
  });
