drawRect()
