"""The rules of Manstein's War, one module a chapter of the rulebook."""
