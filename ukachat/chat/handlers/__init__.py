"""What each command does: a scene and the words after the command in, decisions and posts out."""
