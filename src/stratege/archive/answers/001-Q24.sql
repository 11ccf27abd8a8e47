-- Q24. Le trio de tête au classement des niveaux : nom et prénom.
SELECT nom, prenom
FROM Joueur
ORDER BY niveau DESC, id_Joueur
LIMIT 3;
