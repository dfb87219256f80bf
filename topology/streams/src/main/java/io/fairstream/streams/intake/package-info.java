/** What happens to records before anybody understands them: their time, and what becomes of those that nobody can read. */
@NullMarked
package io.fairstream.streams.intake;

import org.jspecify.annotations.NullMarked;
