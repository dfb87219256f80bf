/** Reports of volunteers' hosts, their ledgers, and the assignment of projects to them. */
@NullMarked
package io.fairstream.streams.host;

import org.jspecify.annotations.NullMarked;
