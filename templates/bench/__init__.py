"""The pages of the bench; `static` holds their scripts and styles."""
