/** Common parts of the readers: customer to charge, weight of a slot, outcome of each entry. */
@NullMarked
package io.fairstream.htcondor.match;

import org.jspecify.annotations.NullMarked;
