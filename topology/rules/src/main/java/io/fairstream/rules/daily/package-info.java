/** The daily history: what was done on each UTC day, for all, a project, a user, a bank or a cluster. */
@NullMarked
package io.fairstream.rules.daily;

import org.jspecify.annotations.NullMarked;
