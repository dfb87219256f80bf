/** Export of topics to files for other programs, each row once. */
@NullMarked
package io.fairstream.analysis.export;

import org.jspecify.annotations.NullMarked;
