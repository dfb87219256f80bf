/** What is left of the books when processes are killed. */
@NullMarked
package io.fairstream.it.faults;

import org.jspecify.annotations.NullMarked;
