/** Tests of the books after processes were killed. */
@NullMarked
package io.fairstream.it.faults;

import org.jspecify.annotations.NullMarked;
