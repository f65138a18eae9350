package demo

// talk is a comment on a place of a design, with an optional answer.
type talk struct {
	spot   string
	shape  shape
	colour string
	ask    string
	answer string
	thanks string
}

// publicTalks lists what customers say on the public tab. The texts contain no %s; the story adds
// mentions.
var publicTalks = map[kind][]talk{
	label: {
		{
			"logo",
			circle,
			"blue",
			"Our brand team asks for a little more air around the logo. Can it sit below the picture instead?",
			"Moved. The emblem has 8 mm of clear space on every side now.",
			"Much better, thank you.",
		},
		{
			"claim",
			rect,
			"red",
			"Legal wants this claim to match the wording on the shelf card *word for word*. The sheet is in the supplied files.",
			"Taken over from the sheet, it is in the new version.",
			"",
		},
		{
			"barcode",
			arrow,
			"green",
			"Is the quiet zone wide enough? Our packing line rejected the last batch.",
			"Eleven modules left and seven right, as GS1 asks. We tested a print at 80%.",
			"Perfect.",
		},
		{"name", under, "purple", "The name could be a touch larger. It has to read from two metres.", "", ""},
		{
			"nutrition",
			rect,
			"yellow",
			"Please check the sugars: the lab says 58 g, not 61 g.",
			"You are right, 61 g is carbohydrate. Sugars read 58 g already, we left both as they are.",
			"Got it, sorry!",
		},
		{"illustration", dot, "pink", "I love this drawing. No change, just saying.", "That made our day.", ""},
		{
			"net weight",
			circle,
			"blue",
			"Minimum height for the weight is 6 mm in the UK. Can you confirm?",
			"It is 6.2 mm on the final size.",
			"",
		},
	},
	carton: {
		{
			"glue flap",
			rect,
			"red",
			"Our supplier needs 14 mm here, the drawing has 12 mm.",
			"Changed, and the die line went to the supplier again.",
			"Thanks!",
		},
		{
			"spine",
			circle,
			"blue",
			"On the shelf this side faces the customer. Could the name be white and larger?",
			"",
			"",
		},
		{
			"name",
			under,
			"purple",
			"Can the name run over the whole front?",
			"Try the new version, it fills the panel now.",
			"That is the one.",
		},
		{
			"nutrition",
			arrow,
			"green",
			"The table has to be in English only for this market.",
			"It is. The second language stays in the export file.",
			"",
		},
		{"net weight", dot, "yellow", "Weight is 250 g, confirmed by production.", "", ""},
	},
	poster: {
		{
			"headline",
			under,
			"purple",
			"Could we see this at night? The market starts at dusk.",
			"Have a look at the new version, with stars.",
			"Wow. Yes.",
		},
		{"seal", circle, "red", "Entry is free for everybody, so please keep this as large as it is.", "", ""},
		{"date", rect, "blue", "Doors open at *five*, the text has to say so.", "It does, in the second line.", ""},
		{"illustration", arrow, "green", "A bit more to the left, it hides the path.", "Nudged by 10 mm.", ""},
	},
	flyer: {
		{
			"offer",
			circle,
			"red",
			"The offer is only for new customers. Do we need an asterisk?",
			"We added a line at the foot.",
			"Good.",
		},
		{"headline", under, "blue", "Two lines at most, please.", "", ""},
		{
			"illustration",
			dot,
			"green",
			"Could the picture stand below the text? Readers start with the offer.",
			"Flipped in the new version.",
			"Works well.",
		},
		{"barcode", rect, "yellow", "This is the coupon code for the tills, please keep it on the right.", "", ""},
	},
	brochure: {
		{"title", under, "blue", "We agreed on a darker cover, did we not?", "Yes, the new version has it.", "Lovely."},
		{
			"price 1",
			circle,
			"red",
			"This price changed on Monday. New list is in the supplied files.",
			"Updated from the list, all six prices.",
			"Thank you!",
		},
		{
			"text 2",
			rect,
			"yellow",
			"The second paragraph repeats the first. Can we cut it by a third?",
			"Shortened.",
			"",
		},
		{"picture 2", dot, "pink", "The hills are beautiful here.", "", ""},
		{
			"page number",
			arrow,
			"green",
			"Page numbers on the outer edge, please.",
			"They are: left on even pages, right on odd ones.",
			"",
		},
		{"chart", rect, "purple", "The scale should start at zero.", "It does, the first line is 0 t.", "My mistake."},
		{"contact", circle, "blue", "Please add the phone number of the sales office.", "", ""},
	},
	card: {
		{"contact", rect, "red", "The phone number misses the country code.", "Added.", "Thanks."},
		{"person", under, "blue", "Job title in lower case, please, as in our style guide.", "", ""},
		{"illustration", circle, "green", "Could we see the front on the dark colour?", "Here it is.", "That one."},
	},
	social: {
		{
			"headline",
			under,
			"blue",
			"Can this be shorter? It has to work at the size of a stamp.",
			"Shortened to five words.",
			"Great.",
		},
		{
			"button",
			circle,
			"red",
			"Buttons are not clickable here. Does it need one?",
			"It reads as a sticker. We can take it out, say the word.",
			"Leave it.",
		},
		{
			"illustration",
			arrow,
			"purple",
			"More colour, please. This should stop the thumb.",
			"New version, new background.",
			"",
		},
	},
	photo: {
		{
			"label",
			rect,
			"blue",
			"The label must be the approved one. This is still the old red.",
			"Replaced by the approved artwork.",
			"Thank you.",
		},
		{"lid", circle, "green", "Can the lid be a little less shiny?", "", ""},
		{
			"shadow",
			arrow,
			"yellow",
			"The light comes from the left on all our pictures.",
			"Turned to match, warmer as well.",
			"Perfect.",
		},
	},
}

// internalTalks lists what the studio says on the internal tab.
var internalTalks = map[kind][]talk{
	label: {
		{
			"ingredients",
			rect,
			"red",
			"Allergens have to be bold before this leaves the house.",
			"Done, and checked against the spec.",
			"",
		},
		{
			"best before",
			arrow,
			"blue",
			"Keep this box free of varnish, the inkjet does not hold on it.",
			"Varnish plate updated.",
			"",
		},
		{
			"seals",
			circle,
			"purple",
			"Is the organic seal in the right version? The green one is two years old.",
			"",
			"",
		},
		{
			"variety",
			under,
			"yellow",
			"Optical kerning, please. The gap after the first word jumps out.",
			"Kerned by hand.",
			"Nice.",
		},
	},
	carton: {
		{"logo", circle, "red", "The emblem is too close to the crease. 4 mm at least.", "Moved.", ""},
		{"glue flap", rect, "blue", "No ink under the glue. Check the bleed here.", "Cut back by 2 mm.", ""},
	},
	poster: {
		{"text", rect, "yellow", "A widow in the last line. Rewrite or track.", "", ""},
		{"headline", dot, "purple", "Strong. Do not touch it.", "", ""},
	},
	flyer: {
		{"text", under, "red", "Two spaces after the full stop.", "Gone.", ""},
	},
	brochure: {
		{"heading 2", under, "blue", "Baseline grid is off by one point on this page.", "Back on the grid.", ""},
		{
			"chart",
			circle,
			"red",
			"Bars in the accent colour, please, not in grey. And align the months.",
			"Aligned.",
			"Good.",
		},
		{"product 3", rect, "purple", "The picture looks too similar to the one above.", "", ""},
	},
	card: {
		{"logo", circle, "blue", "Overprint is on for the emblem, switch it off.", "Off.", ""},
	},
	social: {
		{"kicker", under, "green", "Contrast is 3.9 to 1. We need 4.5.", "Darkened.", ""},
	},
	photo: {
		{"shadow", dot, "red", "Two shadows with two directions. Pick one.", "Fixed.", ""},
	},
}

// holdReasons lists reasons for putting an order on hold.
var holdReasons = []string{
	"Waiting for the final recipe from the kitchen",
	"The customer is choosing between two names",
	"Photos come from the shoot next week",
	"Legal has to confirm the health claim",
}
