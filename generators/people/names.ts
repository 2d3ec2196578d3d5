const list = (text: string) => text.trim().split(/\s+/);

/**
 * Given names that are common in the United Kingdom, old and new, from many places. The ones that faker has for the
 * country are American.
 */
export const forenames: readonly string[] = list(`
Aaron Abigail Adam Adele Adrian Aisha Alan Alasdair Alex Alice Alison Amara Amelia Amir Amy Andrew Angela Angharad Anita
Anna Anthony Aoife Arjun Arthur Ayesha Barbara Ben Beth Blessing Brendan Brian Bronwen Callum Cara Carol Caroline
Catherine Ceri Charles Charlotte Chidi Chloe Christine Christopher Ciaran Claire Colin Conor Craig Daniel David Deborah
Deepa Dewi Diana Donald Donna Dylan Edward Eilidh Eleanor Elijah Elizabeth Ella Emily Emma Erin Ethan Eva Evan Farah
Fatima Fergus Fiona Florence Frances Francis Freya Gareth Gary Gemma George Gillian Glenn Grace Graham Grzegorz Gwen
Hamish Hannah Harriet Harry Hassan Heather Helen Henry Holly Hugh Ian Imran Iona Isaac Isla Ivan Jack Jacob Jade James
Jamie Jane Janet Jasmine Jason Jaya Jean Jennifer Jessica Joan Joanna John Jonathan Joseph Joshua Joyce Julia Julie
Karen Katarzyna Kate Katie Keith Kelly Kenneth Kerry Kevin Kieran Kirsty Kofi Kwame Laura Lauren Layla Leah Lee Leo
Leon Lesley Lewis Liam Lily Linda Lisa Liz Lorna Louise Lucy Luke Lydia Maeve Malcolm Manish Margaret Maria Mark Martin
Mary Mateusz Matthew Maya Megan Mei Melanie Michael Michelle Mohammed Moira Molly Morag Nadia Naomi Nasreen Natalie
Neha Neil Niall Niamh Nicholas Nicola Nigel Nina Noah Nora Oliver Olivia Omar Oscar Owen Pamela Patricia Patrick Paul
Pauline Peter Philip Poppy Priya Rachel Rajesh Ravi Rebecca Reece Rhys Richard Robert Robin Roger Rory Rosemary Ross
Ruby Ruth Ryan Sally Sam Samantha Samuel Sandra Sanjay Sara Sarah Scott Sean Shabnam Sharon Sheila Simon Siobhan Sofia
Sophie Stella Stephen Stuart Sunita Susan Suzanne Tamsin Tanya Teresa Theo Thomas Timothy Tom Tracey Uma Valerie Vera
Victor Victoria Vikram Vincent Wayne Wendy William Yasmin Yusuf Yvonne Zachary Zara Zoe
`);

/** Family names that are common in the United Kingdom, from many places. */
export const surnames: readonly string[] = list(`
Abbott Adams Ahmed Akhtar Ali Allen Anderson Andrews Appleby Archer Armstrong Arnold Ashton Atkins Atkinson Bailey Baker
Baldwin Ball Banerjee Barker Barlow Barnes Barrett Barton Bates Baxter Begum Bell Bennett Berry Bevan Bird Blake Bond
Booth Bowen Boyle Bradley Bradshaw Brennan Briggs Brookes Broughton Buchanan Bull Burgess Burns Burton Butcher Byrne
Cairns Cameron Carpenter Carr Carroll Carter Chambers Chan Chapman Chaudhry Chowdhury Clayton Clements Coates Cole
Coleman Collins Connolly Conway Cooper Cowan Craven Crawford Cross Cullen Cunningham Curtis Daly Davidson Davies Dawson
Dean Desai Dhillon Dickson Dixon Docherty Dodd Doherty Donnelly Douglas Doyle Drummond Duffy Duncan Dunn Dyer Eaton
Edwards Elliott Ellis Evans Farrell Faulkner Fenton Ferguson Finch Fisher Fitzgerald Fleming Fletcher Forrest Forster
Fowler Fox Fraser Freeman Frost Fry Gallagher Gardner Garrett Gibbons Gibson Gilbert Giles Gill Glover Goddard Goodwin
Gordon Gough Graham Grant Gray Greenwood Gregory Griffin Griffiths Gupta Guthrie Hale Hamilton Hammond Harding Hardy
Harper Hart Hartley Harvey Hassan Hawkins Hayes Haynes Henderson Herbert Hewitt Hickman Higgins Hobbs Hodgson Holden
Holloway Holt Hopkins Horne Howard Howell Hudson Hughes Humphreys Hunter Hurst Hussain Hutchinson Hyde Ibrahim Inglis
Iqbal Irvine Jackson Jacobs Jamieson Jarvis Jenkins Jennings John Johnston Jones Joshi Joyce Kaur Kavanagh Kaye Keane
Kelly Kemp Kennedy Kerr Khan Kirby Kirk Knight Kowalski Lambert Lane Laing Lawrence Lawson Leach Leonard Lewis Lindsay
Little Livingstone Lowe Lucas Lynch MacDonald Mackay Mahmood Malik Mann Marsh Marshall Martin Mason Matthews Maxwell
McAllister McCarthy McGrath McIntyre McKenna McLean Mehta Mellor Mercer Middleton Miles Mills Mistry Moran Morgan Moss
Muir Murphy Murray Nash Naylor Neal Nelson Newman Nicholls Nolan Norman Norris North Nowak Obi Odell Okafor Oliver
Osborne Owens Palmer Parker Parry Parsons Patel Payne Pearce Pearson Perkins Phillips Pickering Pollard Poole Porter
Potts Powell Pratt Preston Price Pritchard Pugh Quinn Rahman Ramsay Randall Rankin Read Reddy Reid Reynolds Rhodes
Richards Ridley Riley Ritchie Roberts Rogers Rowe Rowlands Russell Saunders Savage Scott Shah Sharma Sharpe Shaw Shepherd
Sheridan Short Simmons Simpson Sinclair Singh Slater Smith Spencer Stafford Steele Stephens Stevens Stewart Stokes Stone
Sutherland Sutton Swift Tait Tanner Tate Taylor Thomas Thomson Thornton Todd Townsend Tucker Turnbull Turner Tyler
Underwood Vaughan Vincent Wade Wallace Walsh Walters Walton Ward Warner Watkins Watson Watts Weaver Webster Welch West
Weston Wheeler Whitaker White Whittaker Wilkins Wilkinson Williams Willis Wilson Winter Wong Wood Woodward Wright Wyatt
Yates Young Zaman Zielinski
`);
