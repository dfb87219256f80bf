/** Handling of records before they are decoded: their time, and the treatment of records that cannot be read. */
@NullMarked
package io.fairstream.streams.intake;

import org.jspecify.annotations.NullMarked;
