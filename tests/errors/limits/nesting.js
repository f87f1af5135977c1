const deep = «[»×12000«]»×12000
