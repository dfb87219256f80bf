/** Assignment of projects to volunteers' hosts. */
@NullMarked
package io.fairstream.streams.assign;

import org.jspecify.annotations.NullMarked;
