enum Kind { Hole, Slot }
