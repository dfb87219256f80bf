/** Common parts of the readers: the customer to charge, the weight of a slot, and the outcome of each entry. */
@NullMarked
package io.fairstream.htcondor.match;

import org.jspecify.annotations.NullMarked;
