/** The customer home and the staff home are both the board (SH-019, D-25). */
export const home = '/';
