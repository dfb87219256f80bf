/** The queue as users see it. */
@NullMarked
package io.fairstream.cli.jobs;

import org.jspecify.annotations.NullMarked;
