/** Allocations: what a project, or an app of it, is owed and what was done for it. */
@NullMarked
package io.fairstream.rules.balance;

import org.jspecify.annotations.NullMarked;
