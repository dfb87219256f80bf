/** The ledger of jobs: from what schedulers say of a job to its state and the processors it is charged for. */
@NullMarked
package io.fairstream.rules.job;

import org.jspecify.annotations.NullMarked;
