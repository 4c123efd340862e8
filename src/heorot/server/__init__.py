"""Live tables, for people and bots, over the network. It decides no rule of any game."""
