/** Allocations of projects and apps, and the charges against them. */
@NullMarked
package io.fairstream.rules.balance;

import org.jspecify.annotations.NullMarked;
