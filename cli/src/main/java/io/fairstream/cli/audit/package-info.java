/** Audit of the books: checks that they balance. */
@NullMarked
package io.fairstream.cli.audit;

import org.jspecify.annotations.NullMarked;
