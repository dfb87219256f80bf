/** Priorities and usages of customers like condor_userprio. */
@NullMarked
package io.fairstream.query.userprio;

import org.jspecify.annotations.NullMarked;
