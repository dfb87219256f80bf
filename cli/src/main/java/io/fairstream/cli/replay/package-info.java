/** Past events through the whole pipeline: from files and from traces. */
@NullMarked
package io.fairstream.cli.replay;

import org.jspecify.annotations.NullMarked;
