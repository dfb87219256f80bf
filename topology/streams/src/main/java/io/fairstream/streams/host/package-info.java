/** Reports of volunteers' hosts, their ledgers, and the choice of projects for them. */
@NullMarked
package io.fairstream.streams.host;

import org.jspecify.annotations.NullMarked;
