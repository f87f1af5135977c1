const canvas = document.getElementById('c')
