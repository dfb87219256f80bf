/** The laws of the rules over random and exhaustive histories, and what plays, prints and judges these. */
@NullMarked
package io.fairstream.rules.laws;

import org.jspecify.annotations.NullMarked;
