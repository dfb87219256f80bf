/** Reports of rejections for the operator of a topology. */
@NullMarked
package io.fairstream.cli.refusals;

import org.jspecify.annotations.NullMarked;
