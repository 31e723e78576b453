[playlist]
File2=two.wav
Title1=Me - One
file1 = one.wav
NumberOfEntries=2
