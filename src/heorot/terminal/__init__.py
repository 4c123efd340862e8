"""What a person sees in a terminal. Every sentence comes from the locales; no rule is decided here."""
