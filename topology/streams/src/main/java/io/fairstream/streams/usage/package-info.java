/** Accounting of jobs and users, daily histories, and balances of projects. */
@NullMarked
package io.fairstream.streams.usage;

import org.jspecify.annotations.NullMarked;
