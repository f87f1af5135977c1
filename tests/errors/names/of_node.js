const fs = require('fs')
