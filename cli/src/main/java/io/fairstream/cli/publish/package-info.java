/** {@code publish}: accounting data that a site reports to others. */
@NullMarked
package io.fairstream.cli.publish;

import org.jspecify.annotations.NullMarked;
