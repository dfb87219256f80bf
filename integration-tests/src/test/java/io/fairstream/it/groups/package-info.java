/** Accounting groups, and configurations that change between two runs, on real brokers. */
@NullMarked
package io.fairstream.it.groups;

import org.jspecify.annotations.NullMarked;
