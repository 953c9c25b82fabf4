/** Formulas over all of amsmath, one command each at least: for tools that draw or convert them. */

const words = (list: string): readonly string[] => list.split(/\s+/).filter((word) => word !== '');

const LETTERS =
  words(String.raw`\alpha \beta \gamma \delta \epsilon \varepsilon \zeta \eta \theta \vartheta \iota \kappa \lambda \mu \nu
  \xi \pi \varpi \rho \varrho \sigma \varsigma \tau \upsilon \phi \varphi \chi \psi \omega \Gamma \Delta \Theta \Lambda \Xi \Pi \Sigma
  \Upsilon \Phi \Psi \Omega \aleph \beth \gimel \daleth \hbar \ell \wp \Re \Im \partial \infty \nabla \emptyset \varnothing \forall
  \exists \nexists \top \bot \angle \measuredangle \triangle \square \lozenge \bigstar \complement \imath \jmath \eth \hslash`);

const RELATIONS =
  words(String.raw`< > = \le \leq \ge \geq \ne \neq \equiv \sim \simeq \approx \cong \propto \prec \succ \preceq \succeq
  \ll \gg \subset \supset \subseteq \supseteq \sqsubseteq \sqsupseteq \in \ni \notin \vdash \dashv \models \perp \mid \parallel \asymp
  \doteq \bowtie \smile \frown \leqslant \geqslant \lesssim \gtrsim \lessgtr \gtrless \subsetneq \supsetneq \nsubseteq \nmid \nparallel
  \nless \ngtr \trianglelefteq \trianglerighteq \vDash \Vdash \Vvdash \because \therefore \backsim \thickapprox \eqcirc \circeq
  \triangleq \bumpeq \Subset \Supset \pitchfork \between`);

const ARROWS =
  words(String.raw`\to \gets \leftarrow \rightarrow \Leftarrow \Rightarrow \leftrightarrow \Leftrightarrow \mapsto \longmapsto
  \longrightarrow \Longrightarrow \iff \implies \impliedby \uparrow \downarrow \Uparrow \updownarrow \nearrow \searrow \swarrow \nwarrow
  \hookrightarrow \hookleftarrow \rightharpoonup \leftharpoondown \rightleftharpoons \leadsto \nrightarrow \nLeftarrow \rightrightarrows
  \twoheadrightarrow \rightarrowtail \curvearrowright \circlearrowleft \Lsh \upuparrows \dashrightarrow \multimap`);

const BINARY =
  words(String.raw`+ - \pm \mp \times \div \cdot \ast \star \circ \bullet \cap \cup \sqcap \sqcup \vee \wedge \setminus \oplus
  \ominus \otimes \oslash \odot \dagger \ddagger \amalg \wr \diamond \uplus \ltimes \rtimes \boxplus \boxtimes \barwedge \curlyvee
  \intercal \dotplus \Cap \smallsetminus`);

const FUNCTIONS =
  words(String.raw`\sin \cos \tan \cot \sec \csc \arcsin \arccos \arctan \sinh \cosh \tanh \coth \log \ln \lg \exp \det \dim
  \ker \hom \arg \deg \gcd \max \min \sup \inf \lim \limsup \liminf \Pr \varlimsup \injlim`);

const LARGE =
  words(String.raw`\sum \prod \coprod \bigcup \bigcap \bigsqcup \bigvee \bigwedge \bigoplus \bigotimes \bigodot \biguplus \int
  \oint \iint \iiint`);

const ACCENTS =
  words(String.raw`\hat \tilde \bar \vec \dot \ddot \dddot \acute \grave \check \breve \mathring \widehat \widetilde \overline
  \underline \overbrace \underbrace \overrightarrow \overleftarrow \underrightarrow`);

const ALPHABETS =
  words(String.raw`\mathrm \mathit \mathbf \mathsf \mathtt \mathcal \mathfrak \mathbb \mathscr \boldsymbol \operatorname
  \text \textbf \textit`);

const ENVIRONMENTS = words('matrix pmatrix bmatrix Bmatrix vmatrix Vmatrix smallmatrix cases aligned gathered split');

const WHOLE: readonly string[] = [
  String.raw`x = \frac{-b \pm \sqrt{b^2 - 4ac}}{2a}`,
  String.raw`e^{i\pi} + 1 = 0`,
  String.raw`\int_{-\infty}^{\infty} e^{-x^2}\,dx = \sqrt{\pi}`,
  String.raw`\sum_{n=1}^{\infty} \frac{1}{n^2} = \frac{\pi^2}{6}`,
  String.raw`\lim_{x \to 0} \frac{\sin x}{x} = 1`,
  String.raw`\binom{n}{k} = \frac{n!}{k!(n-k)!}`,
  String.raw`\dfrac{a}{b} + \tfrac{c}{d} + \cfrac{1}{1 + \cfrac{1}{2}}`,
  String.raw`\sqrt[3]{x + \sqrt{y}}`,
  String.raw`\left( \frac{a}{b} \right]`,
  String.raw`\left\{ x \,\middle|\, x > 0 \right\}`,
  String.raw`\bigl( \Bigl[ \biggl\{ x \biggr\} \Bigr] \bigr)`,
  String.raw`\left. \frac{df}{dx} \right|_{x=0}`,
  String.raw`\lVert v \rVert_2 + \lvert x \rvert`,
  String.raw`\langle u, v \rangle + \lfloor x \rfloor + \lceil y \rceil`,
  String.raw`\begin{align} a &= b + c \\ &= d \end{align}`,
  String.raw`\begin{align*} x &= 1 & y &= 2 \\ z &= 3 & w &= 4 \end{align*}`,
  String.raw`\begin{gather*} a = b \\ c = d \end{gather*}`,
  String.raw`\begin{array}{lr|c} a & b & c \\ \hline d & e & f \end{array}`,
  String.raw`f(x) = \begin{cases} x^2 & \text{if } x > 0 \\ 0 & \text{otherwise} \end{cases}`,
  String.raw`\overset{!}{=} + \underset{n}{\min} + \stackrel{d}{\to}`,
  String.raw`\sum_{\substack{i < n \\ j < m}} a_{ij}`,
  String.raw`A \xrightarrow{f} B \xleftarrow[g]{h} C`,
  String.raw`a \equiv b \pmod{n}`,
  String.raw`a \bmod b`,
  String.raw`\boxed{E = mc^2}`,
  String.raw`\cancel{x} + \bcancel{y}`,
  String.raw`\phantom{x} + \hphantom{y} z`,
  String.raw`x' + x'' + x^{\prime}`,
  '{}_2^3 X_a^b',
  String.raw`\prescript{14}{6}{C}`,
  String.raw`\ce{2H2 + O2 -> 2H2O}`,
  String.raw`\ce{SO4^2-}`,
  String.raw`\bra{\psi} + \ket{\phi} + \braket{a|b}`,
  String.raw`\color{red}{x} + \textcolor{blue}{y}`,
  String.raw`\newcommand{\Rn}{\mathbb{R}^n} x \in \Rn`,
  String.raw`\def\half{\frac12} \half`,
  String.raw`a \quad b \qquad c \, d \; e \! f \: g`,
  String.raw`\ldots \cdots \vdots \ddots \dots \dotsc`,
  String.raw`\mathop{\mathrm{argmax}}\limits_x f(x)`,
  String.raw`\operatorname*{argmin}_{x \in X} f(x)`,
  String.raw`\iint\limits_D f\,dA`,
  String.raw`\sideset{}{'}\sum_{n} a_n`,
  String.raw`\displaystyle\sum_i x_i \textstyle\sum_i x_i`,
  String.raw`1{,}234.5 \times 10^{-3}`,
  String.raw`\not= \not\in`,
  String.raw`\# \$ \% \& \_ \{ \}`,
  String.raw`\genfrac{[}{]}{0pt}{}{a}{b}`,
  String.raw`\frac{\partial^2 u}{\partial t^2} = c^2 \nabla^2 u`,
  String.raw`\nabla \times \mathbf{E} = -\frac{\partial \mathbf{B}}{\partial t}`,
  String.raw`P(A \mid B) = \frac{P(B \mid A) P(A)}{P(B)}`,
];

export const TEX_FORMULAS: readonly string[] = [
  ...WHOLE,
  ...LETTERS.map((letter) => `${letter}_1 + ${letter}`),
  ...RELATIONS.map((relation) => `a ${relation} b`),
  ...ARROWS.map((arrow) => `A ${arrow} B`),
  ...BINARY.map((operator) => `x ${operator} y`),
  ...FUNCTIONS.map((name) => `${name} x`),
  ...LARGE.map((name) => `${name}_{i=1}^{n} x_i`),
  ...ACCENTS.map((accent) => `${accent}{x} + ${accent}{ab}`),
  // Capitals: lowercase script and blackboard letters are in no font of TeX.
  ...ALPHABETS.map((alphabet) => `${alphabet}{AB}`),
  ...ENVIRONMENTS.map((name) =>
    String.raw`\begin{${name}} a & b \\ c & d \end{${name}}`.replace(name === 'gathered' ? /&/g : /$^/, ''),
  ),
];
