throw { code: 7, part: 'shaft' }
