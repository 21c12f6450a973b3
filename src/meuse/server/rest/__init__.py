"""The lobby, records and notes over HTTP."""

from __future__ import annotations

from meuse.server.rest.games import get_guide, get_map, get_sheet, get_sides, list_games
from meuse.server.rest.matches import create_match, get_match, rematch
from meuse.server.rest.notes import confirm_mail, get_mail, get_notes, put_mail, put_notes
from meuse.server.rest.records import get_diary, get_ending, get_record, import_match, verify_match, verify_record
from meuse.server.rest.seats import give_up, join, new_link, renew_token, resign

HANDLERS = [
    list_games, get_sheet, get_sides, get_guide, get_map,
    create_match, import_match, verify_record, get_match, get_record,
    get_diary, verify_match, get_ending, rematch, join, renew_token, give_up, new_link, resign, get_notes, put_notes,
    get_mail, put_mail, confirm_mail,
]
