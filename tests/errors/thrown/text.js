throw 'no room'
