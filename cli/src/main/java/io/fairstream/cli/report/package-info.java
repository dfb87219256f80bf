/** Reports over any period, from the topics: {@code sreport}'s and {@code sacct}'s. */
@NullMarked
package io.fairstream.cli.report;

import org.jspecify.annotations.NullMarked;
