'use strict'
total = 5
