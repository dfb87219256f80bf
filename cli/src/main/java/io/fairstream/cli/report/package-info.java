/** Reports and listings from the topics: {@code report}, {@code jobs}, {@code priority}, {@code explain}, {@code find}, {@code table}. */
@NullMarked
package io.fairstream.cli.report;

import org.jspecify.annotations.NullMarked;
