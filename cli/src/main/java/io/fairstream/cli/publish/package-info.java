/** {@code publish}: what a site owes others of its accounting. */
@NullMarked
package io.fairstream.cli.publish;

import org.jspecify.annotations.NullMarked;
