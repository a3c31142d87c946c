"""Complete tables that come with the installation, made by `crossfall table build`."""
