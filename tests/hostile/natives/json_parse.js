// expect: timeout memory
for (;;) JSON.parse('[' + '1,'.repeat(1 << 20) + '1]')
