/** What the readers have in common: who is charged, how much a slot counts, and what became of each entry. */
@NullMarked
package io.fairstream.htcondor.match;

import org.jspecify.annotations.NullMarked;
