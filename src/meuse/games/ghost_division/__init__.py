"""Ghost Division: Rommel's 7th Panzer Division, May 1940, solitaire."""
