/** Audit: checks that the books balance. */
@NullMarked
package io.fairstream.cli.audit;

import org.jspecify.annotations.NullMarked;
