print("tarmac")
