const data = JSON.parse('{ "w": 5, }')
