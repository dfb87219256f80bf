/** The accounts of jobs and users: what they were allocated, what was reserved for them, and what they used. */
@NullMarked
package io.fairstream.rules.usage;

import org.jspecify.annotations.NullMarked;
