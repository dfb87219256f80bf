/** Reports of volunteers' hosts, and their ledgers. */
@NullMarked
package io.fairstream.streams.host;

import org.jspecify.annotations.NullMarked;
