"""An observation becomes a picture. Nothing here can see a state, so a picture shows only what its viewer may know."""
